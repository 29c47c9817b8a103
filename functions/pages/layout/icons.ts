import { type Html, html, raw } from './html.ts'

const paths = {
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  place: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  people:
    'M16 20v-1.5a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4V20M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM21 20v-1.5a4 4 0 0 0-3-3.9M15.5 4.2a3.5 3.5 0 0 1 0 6.7',
  host: 'M3 21h18M5 21V8l7-5 7 5v13M10 21v-6h4v6',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 6 6L12.500 17',
  note: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500a2 2 0 0 0 4 0',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20.500a7.500 7.500 0 0 1 15 0',
  ticket: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v3M14 11v2M14 15v3',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.500 16.500 21 21',
  check: 'M5 12.500 10 17.500 19.500 7',
  cross: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  right: 'M9 5.500 15.500 12 9 18.500',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16V9',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  room: 'M5 21V4h10v17M3 21h18M15 8h4v13M11.500 12.500v.01',
  money: 'M3 7h18v11H3zM12 15a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM6 10.500v.01M18 14.500v.01',
  shield: 'M12 3 5 6v5.500c0 4.500 3 8 7 9.500 4-1.500 7-5 7-9.500V6z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  mail: 'M3 6h18v12H3zM3.500 7l8.500 6.500L20.500 7',
  inbox: 'M4 5h16v14H4zM4 14h4.500l1.500 2.500h4l1.500-2.500H20',
} as const

export type IconName = keyof typeof paths

/** A line icon of 24 units, in the colour of the text around it. */
export const icon = (name: IconName): Html =>
  html`${raw(`<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${paths[name]}"/></svg>`)}`
