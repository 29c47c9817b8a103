import { type ApprovalInstance, type EventCard, findEvent, isLive } from '../../../functions/events/index.ts'
import { endKind, termFacts } from '../../../functions/members/terms/term-tasks.ts'
import { reminderWrites } from '../../../functions/reminders/index.ts'
import { escalationKind, readSetup } from '../../../functions/stakeholders/index.ts'
import type { VerificationRequest } from '../../../functions/verification/repository.ts'
import { escalationOf } from '../../../functions/verification/status-changes.ts'
import type { AuditEntry } from '../../../lib/identity/audit/audit.ts'
import { auditDue, hourOf } from '../../../lib/identity/audit/due.ts'
import { type AuditSeal, auditHead } from '../../../lib/identity/audit/seals.ts'
import type { OrgMember } from '../../../lib/identity/org/organizations.ts'
import { scheduleTask, type TaskFacts } from '../../../lib/scheduled/task.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import type { Item } from './file.ts'

type Place = { readonly table: Table; now(): Date }

/** School data outside its own keys: scheduled tasks, and the head of the sealed audit. */
export const following = (place: Place, tenant: string) => {
  const { table } = place
  const live: string[] = []
  const due: Write[] = []
  const hours = new Set<string>()
  const sealed = new Set<string>()
  let head: AuditSeal | undefined

  const look: Readonly<Record<string, (fields: never) => void>> = {
    EventCard: (card: EventCard) => void (isLive(card) && live.push(card.eventId)),
    ApprovalInstance: ({ status, dueAt: at, eventId: subject, submission: version }: ApprovalInstance) => {
      if (status === 'pending' && at !== undefined)
        due.push(scheduleTask(place, { kind: escalationKind, subject, version, at }))
    },
    VerificationRequest: (request: VerificationRequest) => {
      if (request.status === 'pending' || request.status === 'under_review')
        due.push(scheduleTask(place, escalationOf(request)))
    },
    // The old installation has already notified people of past dates.
    OrgMember: (member: OrgMember) => {
      const isAhead = ({ kind, at }: TaskFacts) => kind === endKind || Date.parse(at) > place.now().getTime()
      for (const facts of termFacts(member)) if (isAhead(facts)) due.push(scheduleTask(place, facts))
    },
    AuditEntry: ({ at }: AuditEntry) => void hours.add(hourOf(at)),
    AuditSeal: (seal: AuditSeal) => {
      sealed.add(seal.hour)
      if (!head || head.number < seal.number) head = seal
    },
  }

  const remind = async (eventId: string, usual: readonly number[]): Promise<void> => {
    const event = await findEvent(table, eventId, { strong: true })
    const hoursBefore = event?.body?.notificationSettings?.reminders ?? usual
    const writes = reminderWrites(place, undefined, event?.card, hoursBefore)
    if (writes.length > 0) await table.write(writes)
  }

  return {
    /** Records an item that causes derived rows. */
    note: ({ entity, fields }: Item): void => look[entity]?.(fields as never),
    /** Writes all derived rows. Repeating it writes the same. */
    async settle(): Promise<void> {
      const { config } = await readSetup(table)
      const usual = config.notificationSettings.reminderIntervals
      for (const eventId of live) await remind(eventId, usual)
      for (const write of due) await table.write([write])
      if (head) {
        const { number, hour, chain } = head
        // Hours sealed here since then continue from their own head.
        await table.write([put(auditHead, { tenantKey: tenant, number, hour, chain }, { absent: true })])
      }
      for (const hour of hours) if (!sealed.has(hour)) await table.put(auditDue, { tenantKey: tenant, hour })
    },
  }
}
