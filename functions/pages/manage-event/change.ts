import type { Files, PageContext } from '../call.ts'
import { chosenNames } from '../layout/files.ts'
import { isOfPage, redirectTo, refusedPage } from '../layout/page.ts'
import { findManagedEvent, managePage } from './dashboard.ts'
import { eventParts, isPartName, type PartForm, type PartName, partOf } from './parts.ts'

/** Names that forms of other pages send. */
const otherNames: Readonly<Record<string, string>> = {
  announce: 'messages-send',
  'open-door': 'checkin-open',
  'close-door': 'checkin-close',
}

/** Confirmation messages of an event of a series, where another date could be meant. */
const ofSeries: Readonly<Record<string, string>> = { 'picture-saved': 'picture-saved-date' }

/** The part whose form this is, and its name there: `agenda-add` is `add` of the agenda. */
const formOf = (input: string): readonly [part: PartName, form: string] => {
  const name = otherNames[input] ?? input
  const [, part, form = ''] = /^([a-z]+)-(.+)$/.exec(name) ?? []
  return isPartName(part) ? [part, form] : ['overview', name]
}

/** Changes an event by a form of its manage page. A refused form returns with what was entered. */
export const changeEvent = async (
  { files, ...input }: PartForm & { readonly files: Files },
  context: PageContext,
) => {
  const managed = await findManagedEvent(input.eventId, context)
  if ('refusal' in managed) return refusedPage(context, managed.refusal)
  const { path } = managed
  const [part, name] = formOf(input.do)
  const { forms } = await eventParts[part].load()
  const send = forms[name]
  if (send === undefined) return redirectTo(path)
  const { result, done, id, page } = await send(input, managed, context, files)
  const place = part === 'overview' ? path : `${path}?part=${part}`
  if (result.ok) {
    if (page !== undefined) return page
    if (input.do === 'delete')
      return redirectTo(
        managed.orgId === '' ? '/my-events' : `/club-dashboard/${managed.orgId}?part=events`,
        done,
      )
    const ownDone = managed.event.series ? (ofSeries[done] ?? done) : done
    return redirectTo(id === undefined ? place : `${place}&id=${encodeURIComponent(id)}`, ownDone)
  }
  const { refusal } = result
  // A refused form may have changed something already: a submission stays when its comment is refused.
  const now = await findManagedEvent(input.eventId, context)
  if ('refusal' in now) return refusedPage(context, now.refusal, place)
  // A part that is not offered to this reader has no page that could show the refusal.
  const isShown = partOf(part, now) === part
  if (isOfPage(refusal) || refusal.status === 404 || !isShown) return refusedPage(context, refusal, place)
  return managePage(
    context,
    now,
    { eventId: input.eventId, part, id: id ?? input.id },
    { values: { ...input, ...chosenNames(files) }, refusal },
  )
}
