import { conflicting, forbidden, invalid, missing } from '../../lib/contract/failure.ts'

/** These two have a message and no code. */
export const AgendaNotFound = missing('Agenda not found')
export const EmptyAgenda = invalid('Cannot publish an empty agenda')

export const EventNotFound = missing('Event not found')
export const EventChanged = conflicting('Event was changed by someone else', 'CONCURRENT_CHANGE')
export const AgendaItemNotFound = missing('Agenda item not found', 'AGENDA_ITEM_NOT_FOUND')
/** The message names the item, counted from 1, and what is wrong with it (rules/agendas 7). */
export const AgendaItemInvalid = invalid('Agenda item is not valid.', 'AGENDA_ITEM_INVALID')
export const AgendaFull = invalid('An agenda holds at most 200 items', 'AGENDA_FULL')
export const AgendaTooLarge = invalid('The agenda is too large', 'AGENDA_TOO_LARGE')
export const AgendaOfOrganization = forbidden(
  'The agenda of this event is kept by its organization',
  'AGENDA_OF_ORGANIZATION',
)
export const NotYourEvent = forbidden('You are not authorized to edit this event.', 'NOT_YOUR_EVENT')
/** The end of an event is its host's to move. */
export const HostOnly = forbidden('Only the host organization can perform this action')
