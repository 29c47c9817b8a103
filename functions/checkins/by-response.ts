import type { Context } from '../../lib/context.ts'
import { findEventResponse } from '../answers/index.ts'
import { nameOf, submittersOf } from '../attendance/index.ts'
import { checkInByStaff, checkOutPerson } from './check-in.ts'

type ResponseCheckInRequest = Parameters<typeof checkInByStaff>[0] & { readonly responseId: string }

/** Nobody has this id. Whether there are such answers is for those to know who may stand at the door. */
const nobody = 'u-nobody'

/** Who registered with these answers, as the door names people. */
const personNameOf = async (
  { eventId, responseId }: ResponseCheckInRequest,
  context: Context<'optional'>,
): Promise<string> => {
  const response = await findEventResponse(context.table, eventId, responseId)
  const [who] = response ? await submittersOf(response, context) : []
  return who ? nameOf(who) : nobody
}

/** Checks in whoever registered with these answers. 404 `Registration not found` for others. */
export const checkInByResponse = async (asked: ResponseCheckInRequest, context: Context<'optional'>) =>
  checkInByStaff(asked, await personNameOf(asked, context), context)

/** Takes the check-in of whoever registered with these answers back. */
export const checkOutByResponse = async (asked: ResponseCheckInRequest, context: Context<'optional'>) =>
  checkOutPerson(asked, await personNameOf(asked, context), context)
