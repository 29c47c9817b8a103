import type { Operations } from '../../lib/operation.ts'
import { agendaViewOf, getAgenda, getPublicAgenda } from './agenda.ts'
import type { contract } from './contract.ts'
import { createAgendaItem, deleteAgendaItem, replaceAgenda, updateAgendaItem } from './items.ts'
import { publishAgenda, publishWithEnd, updateEventAgenda } from './publication.ts'

export const operations: Operations<typeof contract> = {
  async getAgenda(input, context) {
    return { agenda: await getAgenda(input, context) }
  },

  async saveAgenda(input, context) {
    return { agenda: agendaViewOf(await replaceAgenda(input, context)) }
  },

  async createAgendaItem(input, context) {
    const { item, agenda } = await createAgendaItem(input, context)
    return { item, agenda: agendaViewOf(agenda) }
  },

  updateAgendaItem,

  async deleteAgendaItem(input, context) {
    await deleteAgendaItem(input, context)
    return undefined
  },

  async publishAgenda({ newEndTime, ...input }, context) {
    const agenda = newEndTime
      ? await publishWithEnd({ ...input, newEndTime }, context)
      : await publishAgenda(input, context)
    return { agenda: agendaViewOf(agenda) }
  },

  async updateEventAgenda(input, context) {
    const { card, agenda } = await updateEventAgenda(input, context)
    return { event: { _id: card.eventId, name: card.name, eventAgenda: agendaViewOf(agenda) } }
  },

  async getPublicAgenda(input, context) {
    return { agenda: await getPublicAgenda(input, context) }
  },
}
