import { type CardEvent, cardGrid, eventCard, type Html } from '../layout/page.ts'

/** One event of a list; `below` is the heading that the list stands under, `to` its address. */
export const eventItem = (
  event: CardEvent,
  more: Html | string = '',
  below: 'h1' | 'h2' = 'h1',
  to = `/event/${event._id}`,
): Html => eventCard(event, { level: below === 'h1' ? 'h2' : 'h3', more, to })

export const eventItems = (events: readonly CardEvent[], below: 'h1' | 'h2' = 'h1'): Html =>
  cardGrid(
    events.map((event) => eventItem(event, '', below)),
    'compact',
  )
