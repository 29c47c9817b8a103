import type { Context } from '../../lib/context.ts'
import { attendeeIdOf, submittersOf } from '../attendance/index.ts'
import { findEventResponse } from '../form-records/index.ts'
import { checkInByStaff, checkOutByStaff } from './check-in.ts'

type ResponseCheckInRequest = Parameters<typeof checkInByStaff>[0] & { readonly responseId: string }

/** No person has this id. Callers without desk access must not learn whether such answers exist. */
const nobody = 'u-nobody'

/** The id of the person who registered with these answers, in the form that check-in accepts. */
const personNameOf = async (
  { eventId, responseId }: ResponseCheckInRequest,
  context: Context<'optional'>,
): Promise<string> => {
  const response = await findEventResponse(context.table, eventId, responseId)
  const [who] = response ? await submittersOf(response, context) : []
  return who ? attendeeIdOf(who) : nobody
}

/**
 * Checks in the person who registered with these answers. Fails with 404 `Registration not found` for unknown answers.
 */
export const checkInByResponse = async (input: ResponseCheckInRequest, context: Context<'optional'>) =>
  checkInByStaff(input, await personNameOf(input, context), context)

/** Undoes the check-in of the person who registered with these answers. */
export const checkOutByResponse = async (input: ResponseCheckInRequest, context: Context<'optional'>) =>
  checkOutByStaff(input, await personNameOf(input, context), context)
