import { barChart, bigNumbers, lineChart, rankChart } from './chart.ts'
import { checkbox, type Filled, field, select, textArea } from './forms.ts'
import {
  bar,
  type CardEvent,
  cardGrid,
  clubCard,
  collapsible,
  confirmedAction,
  confirmedMenuAction,
  consoleFrame,
  cover,
  dataTable,
  empty,
  eventCard,
  facts,
  type Html,
  html,
  icon,
  logo,
  menu,
  menuLink,
  raw,
  stepper,
  steps,
  tabs,
  typeTag,
} from './page.ts'
import { style } from './style.ts'

const types = [
  'Meeting',
  'Social',
  'Workshop',
  'Performance',
  'Competition',
  'Lecture',
  'Fundraiser',
  'Sports',
]

const event = (at: number, more: Partial<CardEvent> = {}): CardEvent => ({
  _id: `event-${at}`,
  name: [
    'Chess night',
    'Robotics demo day',
    'Winter concert',
    'A talk with a name that needs more than one line',
  ][at % 4] as string,
  type: types[at % types.length] as string,
  start_time: '2026-12-04T18:00:00.000Z',
  timezone: 'America/New_York',
  location: 'Main hall',
  host: { name: 'Chess Club' },
  hostingId: { _id: `club-${at}` },
  maxAttendees: 20,
  seatsTaken: 4,
  status: 'approved',
  waitlistEnabled: true,
  registrationEnabled: true,
  ...more,
})

const filled: Filled = {
  values: { name: 'Chess night', type: 'social', waitlist: 'yes' },
  refusal: {
    status: 400,
    message: 'Check the marked field.',
    code: 'VALIDATION',
    field: 'email',
    details: [{ field: 'email', message: 'Enter an email address' }],
    methods: [],
    data: undefined,
  },
}

const days = ['1 Nov', '2 Nov', '3 Nov', '4 Nov', '5 Nov', '6 Nov', '7 Nov']
const points = days.map((name, at) => ({ name, value: [3, 8, 5, 17, 12, 31, 28][at] ?? 0 }))

type Person = { readonly id: string; readonly name: string; readonly role: string; readonly events: number }
const people: readonly Person[] = [
  { id: 'ada', name: 'Ada Byron', role: 'Owner', events: 12 },
  { id: 'ben', name: 'Ben Lima', role: 'Officer', events: 7 },
  { id: 'noa', name: '\u05e0\u05d5\u05e2\u05d4 \u05db\u05d4\u05df', role: 'Member', events: 3 },
]

const table = (rows: readonly Person[], caption = 'Members'): Html =>
  dataTable({
    caption,
    address: '',
    values: { sort: 'name' },
    search: 'Search members',
    filters: [
      {
        name: 'role',
        label: 'Role',
        choices: [
          ['', 'All roles'],
          ['officer', 'Officers'],
        ],
      },
    ],
    actions: html`<a class="btn plain small" href="#tables">Export (CSV)</a>`,
    columns: [
      { key: 'name', label: 'Name', cell: ({ name }) => html`<bdi>${name}</bdi>`, sortable: true },
      { key: 'role', label: 'Role', cell: ({ role }) => html`<span class="tag">${role}</span>` },
      { key: 'events', label: 'Events', cell: ({ events }) => events, isNumber: true, sortable: true },
      {
        key: 'more',
        label: 'Actions',
        isHidden: true,
        isNumber: true,
        cell: ({ name }) =>
          menu(
            [
              menuLink('#tables', 'View profile'),
              confirmedMenuAction('#tables', {
                text: 'Remove',
                consequence: `${name} loses every role.`,
                button: 'Remove member',
                carried: {},
                label: name,
              }),
            ],
            `Actions for ${name}`,
          ),
      },
    ],
    rows,
    empty: [
      'No members yet',
      'Invite people, and they appear here.',
      { href: '#tables', text: 'Invite people' },
    ],
    bulk: {
      action: '#tables',
      idOf: ({ id }) => id,
      nameOf: ({ name }) => name,
      buttons: [['remove', 'Remove', 'bad']],
    },
  })

const part = (title: string, id: string, inside: Html): Html =>
  html`<section class="stack" id="${id}"><h2>${title}</h2>${inside}</section>`

const buttons = html`<div class="row"><button class="btn">Register</button><button class="btn plain">Save draft</button><button class="btn bad">Cancel event</button><button class="btn plain small">Small</button>${menu([menuLink('#buttons', 'Edit event'), confirmedMenuAction('#buttons', { text: 'Delete event', consequence: 'This cannot be undone.', carried: {} })])}${confirmedAction('#buttons', { text: 'Leave club', consequence: 'You lose your roles.', button: 'Yes, leave', carried: {} })}</div>`

const messages = html`<p class="tell good">Saved.</p><p class="tell warn">The event is full. You are on the waitlist.</p><p class="tell bad">This event is cancelled.</p><p class="tell">This is a draft.</p>`

const form = html`<form class="card stack"><div>${field(filled, { name: 'name', label: 'Event name', hint: 'Up to 200 characters' })}${field(filled, { name: 'email', label: 'Contact', optional: true })}${select(
  filled,
  'type',
  'Type',
  [
    ['social', 'Social'],
    ['talk', 'Lecture'],
  ],
)}${textArea(filled, { name: 'text', label: 'Description', optional: true })}${checkbox(filled, 'waitlist', 'Open a waitlist when all seats are taken')}</div>${collapsible('More options', html`<p>Optional fields.</p>`)}</form>`

const charts = html`${bigNumbers([
  ['Registered', 128],
  ['Checked in', 96],
  ['Views', '1,204'],
])}<div class="charts">${lineChart({ title: 'Registrations', counted: 'Registered', of: 'Day', points })}${barChart({ title: 'Events', counted: 'Events', of: 'Day', points })}${rankChart({ title: 'Views by source', counted: 'Views', of: 'Source', points })}</div>`

const body = html`<div class="stack-l"><h1>Components</h1>
${part('Type and tags', 'type', html`<h1>Heading 30</h1><h2>Heading 22</h2><h3>Heading 18</h3><p>Text 16</p><p class="soft">Small text 14</p><p class="tags">${types.map(typeTag)}<span class="tag good">Live</span><span class="tag warn">3 seats left</span><span class="tag bad">Cancelled</span></p>`)}
${part('Buttons and menus', 'buttons', buttons)}
${part('Messages', 'messages', messages)}
${part('Covers', 'covers', cardGrid(types.map((type, at) => html`<li>${cover({ id: `cover-${at}`, type, host: `club-${at}` })}</li>`)))}
${part(
  'Event cards',
  'events',
  cardGrid(
    [
      event(0),
      event(1, { seatsTaken: 18 }),
      event(2, { seatsTaken: 20 }),
      event(3, { status: 'cancelled' }),
    ].map((one) => eventCard(one, { level: 'h3' })),
    'compact',
  ),
)}
${part('Club cards and logos', 'clubs', html`<ul class="cards">${['Chess Club', 'Jazz Guild', 'Film Lab'].map((name) => clubCard({ _id: name, org_name: name, org_description: 'Everybody who likes it is welcome.', memberCount: 17 }, { level: 'h3' }))}</ul><div class="row">${([40, 64, 96] as const).map((size) => logo({ id: 'chess', name: 'Chess Club', size }))}</div>`)}
${part(
  'Facts and bar',
  'facts',
  html`${facts([
    ['clock', 'When', 'Friday, 4 December 2026, 18:00 to 20:00'],
    ['place', 'Where', 'Main hall'],
  ])}${bar(12, 20)}`,
)}
${part(
  'Form',
  'form',
  html`${stepper(
    [
      { href: '#form', text: 'What' },
      { href: '#form', text: 'When' },
      { href: '#form', text: 'Who' },
    ],
    1,
  )}${form}`,
)}
${part(
  'Tabs and steps',
  'steps',
  html`${tabs(
    'Parts',
    '#',
    [
      ['one', 'Members'],
      ['two', 'Events'],
    ],
    'one',
  )}${steps([{ title: 'Submitted', state: 'done' }, { title: 'Event coordinator', state: 'now', detail: html`<p class="soft">Approves every event</p>` }, { title: 'Live' }])}`,
)}
${part('Tables', 'tables', html`${table(people)}${table([], 'No members')}`)}
${part('Charts', 'charts', charts)}
${part('Empty state', 'empty', empty('No upcoming events yet', 'Published events appear here.', { href: '#empty', text: 'Create event' }))}
${part(
  'Console',
  'console',
  consoleFrame({
    label: 'Admin',
    heading: 'Approvals',
    about: 'Events waiting for your decision',
    actions: html`<button class="btn">Approve</button>`,
    links: [
      { href: '#console', text: 'Approvals', icon: 'check', isCurrent: true, count: 3 },
      { href: '#console', text: 'Clubs', icon: 'people' },
      { href: '#console', text: 'Events', icon: 'calendar' },
      { href: '#console', text: 'Rooms', icon: 'room' },
      { href: '#console', text: 'Insights', icon: 'chart' },
      { href: '#console', text: 'Settings', icon: 'settings' },
    ],
    body: empty('Nothing to approve', 'New requests appear here.'),
  }),
)}
<p class="row">${icon('calendar')}${icon('bell')}${icon('ticket')}${icon('search')}${icon('shield')}${icon('mail')}</p></div>`

/** Every component and state on one page, for development: the local platform serves it, no route of the contract. */
export const gallery = String(
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Components</title><link rel="icon" href="data:,"><style>${raw(style)}</style></head><body><main><div class="wrap">${body}</div></main></body></html>\n`,
)
