import type { Operations } from '../../lib/operation.ts'
import { getAgenda, getPublicAgenda } from './agenda.ts'
import type { contract } from './contract.ts'
import { createAgendaItem, deleteAgendaItem, saveAgenda, updateAgendaItem } from './items.ts'
import { publishAgenda, updateEventAgenda } from './publication.ts'

export const operations: Operations<typeof contract> = {
  getAgenda,
  saveAgenda,
  createAgendaItem,
  updateAgendaItem,
  deleteAgendaItem,
  publishAgenda,
  updateEventAgenda,
  getPublicAgenda,
}
