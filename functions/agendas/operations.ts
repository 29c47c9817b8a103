import type { Operations } from '../../lib/operation.ts'
import { agendaViewOf, readAgenda, readPublicAgenda } from './agenda.ts'
import type { contract } from './contract.ts'
import { addItem, changeItem, dropItem, replaceAgenda } from './items.ts'
import { publishAgenda, publishWithEnd, replaceOwnAgenda } from './publication.ts'

export const operations: Operations<typeof contract> = {
  async getAgenda(input, context) {
    return { agenda: await readAgenda(input, context) }
  },

  async saveAgenda(input, context) {
    return { agenda: agendaViewOf(await replaceAgenda(input, context)) }
  },

  async createAgendaItem(input, context) {
    const { item, agenda } = await addItem(input, context)
    return { item, agenda: agendaViewOf(agenda) }
  },

  updateAgendaItem: changeItem,

  async deleteAgendaItem(input, context) {
    await dropItem(input, context)
    return undefined
  },

  async publishAgenda({ newEndTime, ...input }, context) {
    const agenda = newEndTime
      ? await publishWithEnd({ ...input, newEndTime }, context)
      : await publishAgenda(input, context)
    return { agenda: agendaViewOf(agenda) }
  },

  async updateEventAgenda(input, context) {
    const { card, agenda } = await replaceOwnAgenda(input, context)
    return { event: { _id: card.eventId, name: card.name, eventAgenda: agendaViewOf(agenda) } }
  },

  async getPublicAgenda(input, context) {
    return { agenda: await readPublicAgenda(input, context) }
  },
}
