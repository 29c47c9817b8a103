import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { attendeeCopiesOf, attendeeKeysOf } from '../attendance/index.ts'
import type { Attendee } from '../events/index.ts'
import { isValidToken } from './access.ts'
import { checkInSelf } from './check-in.ts'
import { isRegistrationRequired, requireDesk } from './desk.ts'
import { BadLink, NotRegistered, NotYourself } from './shapes.ts'
import { readSnapshot, readSnapshotAgain, type Snapshot } from './snapshot.ts'

type LinkRequest = { readonly eventId: string; readonly token: string }

/** Finds the desk of a token and the caller's own row. Fails with 403 `Invalid or expired check-in link`. */
const openLink = async (
  { eventId, token }: LinkRequest,
  context: Context<'optional'> | Context<'caller'>,
) => {
  const { caller, table } = context
  const names = caller ? attendeeKeysOf(caller) : []
  const snapshot: Snapshot = await readSnapshot(context, { eventId, who: names[0] }, true)
  const cardAndDesk = requireDesk(snapshot.card, snapshot.desk)
  if (!(await isValidToken(context, cardAndDesk.desk, token))) fail(BadLink)
  const { known } = snapshot
  const own = async (): Promise<Attendee | undefined> =>
    snapshot.row ?? (await readSnapshotAgain(table, cardAndDesk.card, names, known)).row
  return { ...cardAndDesk, who: names[0], known, row: caller ? await own() : undefined }
}

/**
 * Lists the people that a link checks in: only the caller, registered or admitted without. Holders of the link see no
 * other person (rules/checkins 34). Two round trips.
 */
export const listSelfRegistrations = async (input: LinkRequest, context: Context<'optional'>) => {
  const { card, desk, who, row, known } = await openLink(input, context)
  const comes = row !== undefined && !row.left
  if (!who || (!comes && isRegistrationRequired(card, desk))) return { registrations: [] }
  const type = who.kind === 'u' ? ('logged-in' as const) : ('guest' as const)
  const displayName = row?.name ?? attendeeCopiesOf(known)?.name ?? ''
  const { formResponseId } = row ?? {}
  return { registrations: [{ type, userId: who.personId, formResponseId, displayName }] }
}

type PickedPersonRequest = LinkRequest & {
  readonly userId?: string | null | undefined
  readonly formResponseId?: string | null | undefined
}

const isOneself = ({ tenantUserId, globalUserId }: Caller, userId: string): boolean =>
  [tenantUserId, globalUserId].includes(userId)

/**
 * Checks in the caller by a link, with a person named by the client. Fails with 403 for another person's id, and with
 * 404 for answers that are not the caller's (rules/checkins 34).
 */
export const checkInAsPicked = async (input: PickedPersonRequest, context: Context<'caller'>) => {
  const { caller } = context
  const { eventId, token, userId, formResponseId } = input
  if (formResponseId) {
    const { row } = await openLink(input, context)
    if (row?.formResponseId !== formResponseId) fail(NotRegistered)
  }
  return checkInSelf(eventId, context, async (_, desk) => {
    if (!(await isValidToken(context, desk, token))) fail(BadLink)
    if (userId && !isOneself(caller, userId)) fail(NotYourself)
  })
}
