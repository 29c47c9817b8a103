import { conflict, invalid, notFound } from '../../../lib/contract/failure.ts'

export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')
export const TaskNotFound = notFound('Task not found', 'TASK_NOT_FOUND')
export const TaskTitleRequired = invalid('Task title is required', 'TASK_TITLE_REQUIRED')
export const NoSuggestions = invalid('No suggestions provided', 'NO_SUGGESTIONS')
export const OwnerNotMember = invalid(
  'ownerUserId is not an active member of this organization. Choose an active member.',
  'OWNER_NOT_A_MEMBER',
)
/** The operation's message names the field. */
export const InvalidDueDate = invalid('dueAt is not a valid date', 'INVALID_DUE_DATE')
export const TooManyTasks = conflict(
  'An organization has at most 500 tasks. Delete one first.',
  'TOO_MANY_TASKS',
)
export const TasksChanged = conflict(
  'Tasks were changed by someone else. Reload them and try again.',
  'CONCURRENT_CHANGE',
)
/** The operation's message names the column and the problem. */
export const InvalidColumns = invalid('The columns of a task board are not valid', 'INVALID_COLUMNS')
/** The operation's message has the number of tasks in removed columns. */
export const ColumnInUse = invalid(
  'Cannot remove column(s) still used by tasks. Move those tasks first.',
  'COLUMN_IN_USE',
)
