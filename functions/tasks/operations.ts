import type { Operations } from '../../lib/operation.ts'
import { getTaskBoard, saveTaskBoard } from './board.ts'
import type { contract } from './contract.ts'
import { getTaskAssignees, listEventTasks, listOrgTasks } from './lists.ts'
import { orderEventTasks, orderOrgTasks, recomputeDueDates } from './order.ts'
import { getEventReadiness } from './readiness.ts'
import { listTaskSuggestions } from './suggestions.ts'
import {
  applyTaskSuggestions,
  createEventTask,
  createOrgTask,
  deleteTask,
  getTask,
  updateTask,
} from './task.ts'

export const operations: Operations<typeof contract> = {
  listEventTasks,
  createEventTask,
  orderEventTasks,
  recomputeDueDates,
  applyTaskSuggestions,
  getEventTask: getTask,
  updateEventTask: updateTask,
  deleteEventTask: deleteTask,
  listTaskSuggestions,
  getTaskBoard,
  saveTaskBoard,
  getTaskAssignees,
  listOrgTasks,
  createOrgTask,
  orderOrgTasks,
  getOrgTask: getTask,
  updateOrgTask: updateTask,
  deleteOrgTask: deleteTask,
  getEventReadiness,
}
