import { type CardEvent, cardGrid, eventCard, type Html } from '../layout/page.ts'
import type { OwnTags } from '../mine/own-seats.ts'

/** Events below a heading of the second level, with the tags of the reader's own seats. */
export const eventItems = (events: readonly CardEvent[], own: OwnTags): Html =>
  cardGrid(
    events.map((event) => eventCard(event, { level: 'h3', own: own(event) })),
    'compact',
  )
