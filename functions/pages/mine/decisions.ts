import { type Answer, type CallResult, call, type FormInput, type PageContext } from '../call.ts'

type Entry = Answer<'notifications', 'listNotifications'>['data'][number]

/** Templates that ask their reader for a decision, with the field of the metadata that names its subject. */
const subjects: Readonly<Record<string, string>> = {
  approval_required: 'eventId',
  approval_stuck: 'eventId',
  org_pending_approval: 'orgId',
  verification_submitted: 'requestId',
  verification_escalated: 'requestId',
  budget_stage_waiting: 'budgetId',
}

/** The kind of subject that an entry asks its reader to decide; undefined for other entries. */
export const decisionSubject = ({ template }: Entry): string | undefined => subjects[template?.name ?? '']

const asksAbout = (entry: Entry, ids: readonly (string | undefined)[]): boolean => {
  const id = entry.metadata[decisionSubject(entry) ?? '']
  return typeof id === 'string' && ids.includes(id)
}

/** The ids that forms of the admin console name. */
const namedIn = ({ event, id }: FormInput) => [event, id]

/**
 * The same form, which also marks as read the notifications that asked its reader for this decision, among the newest
 * hundred. They are listed beside the decision: one that follows from it stays unread.
 */
export const deciding =
  <I = FormInput>(
    run: (input: I, context: PageContext) => Promise<CallResult<unknown>>,
    idsOf: (input: I) => readonly (string | undefined)[] = namedIn as never,
  ) =>
  async (input: I, context: PageContext): Promise<CallResult<unknown>> => {
    const [result, inbox] = await Promise.all([
      run(input, context),
      call(context, 'notifications', 'listNotifications', { status: 'unread', limit: '100' }),
    ])
    const entries = result.ok && inbox.ok ? inbox.value.data : []
    const notificationIds = entries.filter((entry) => asksAbout(entry, idsOf(input))).map(({ id }) => id)
    if (notificationIds.length > 0)
      await call(context, 'notifications', 'readSeveralNotifications', { notificationIds })
    return result
  }
