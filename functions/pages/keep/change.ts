import type { Files, PageContext } from '../ask.ts'
import { isOfPage, onwardTo, refusedPage } from '../layout/page.ts'
import { findManagedEvent, managePage } from './dashboard.ts'
import { eventParts, isPartName, type PartForm, type PartName } from './parts.ts'

/** Names that forms of other pages send. */
const otherNames: Readonly<Record<string, string>> = {
  announce: 'messages-send',
  'open-door': 'checkin-open',
  'close-door': 'checkin-close',
}

/** The part whose form this is, and its name there: `agenda-add` is `add` of the agenda. */
const formOf = (sent: string): readonly [part: PartName, form: string] => {
  const name = otherNames[sent] ?? sent
  const [, part, form = ''] = /^([a-z]+)-(.+)$/.exec(name) ?? []
  return isPartName(part) ? [part, form] : ['overview', name]
}

/** Changes an event by a form of its manage page. A refused form returns with what was entered. */
export const changeEvent = async (
  { files, ...sent }: PartForm & { readonly files: Files },
  context: PageContext,
) => {
  const managed = await findManagedEvent(sent.eventId, context)
  if ('refusal' in managed) return refusedPage(context, managed.refusal)
  const { path } = managed
  const [part, name] = formOf(sent.do)
  const { forms } = await eventParts[part].load()
  const send = forms[name]
  if (send === undefined) return onwardTo(path)
  const { heard, said, id, page } = await send(sent, managed, context, files)
  const place = part === 'overview' ? path : `${path}?part=${part}`
  if (heard.ok) {
    if (page !== undefined) return page
    if (sent.do === 'delete') return onwardTo('/my-events', said)
    return onwardTo(id === undefined ? place : `${place}&id=${encodeURIComponent(id)}`, said)
  }
  const { refusal } = heard
  if (isOfPage(refusal) || refusal.status === 404) return refusedPage(context, refusal, place)
  return managePage(
    context,
    managed,
    { eventId: sent.eventId, part, id: id ?? sent.id },
    { values: sent, refusal },
  )
}
