import { replay } from './replay.ts'
import { agendas } from './rows/events/agendas.ts'
import { analytics } from './rows/events/analytics.ts'
import { approvals } from './rows/events/approvals.ts'
import { attendance } from './rows/events/attendance.ts'
import { checkins } from './rows/events/checkins.ts'
import { collaboration } from './rows/events/collaboration.ts'
import { eventEdits } from './rows/events/event-edits.ts'
import { events } from './rows/events/events.ts'
import { jobs } from './rows/events/jobs.ts'
import { planning } from './rows/events/planning.ts'
import { stakeholderRoles } from './rows/events/stakeholder-roles.ts'
import { stakeholders } from './rows/events/stakeholders.ts'
import { tasks } from './rows/events/tasks.ts'
import { notifications, platform } from './rows/inbox.ts'

replay({
  events,
  planning,
  eventEdits,
  collaboration,
  attendance,
  checkins,
  analytics,
  approvals,
  agendas,
  jobs,
  stakeholders,
  stakeholderRoles,
  tasks,
  notifications,
  platform,
})
