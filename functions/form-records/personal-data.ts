import { firstRows, type PersonalData, rowsAtSchools } from '../../lib/personal-data.ts'
import type { Table } from '../../lib/table/table.ts'
import { eraseResponsesOf, readableResponses } from './erasure.ts'
import { listResponsesOf } from './repository.ts'

const rest = 'For more, ask the owner of the form'

const firstOf = async (table: Table, person: string) => {
  const { items, all } = await firstRows((limit, cursor) => listResponsesOf(table, person, { limit, cursor }))
  return { rows: await readableResponses(table, items), all }
}

export const personalData: readonly PersonalData[] = [
  {
    name: 'formResponses',
    of: 'school',
    entities: ['Form', 'FormVersion', 'FormResponse', 'FormAnswered'],
    holds: 'Your answers to organizations’ forms, and forms that you created',
    removed:
      'Your answers within minutes. Answers to questions that a form marks as sensitive, such as health or diet, are erased 90 days after the event, or after the submission without an event. Responses still count, without answers and without you.',
    kept: {
      why: 'Forms belong to the organization and are removed 30 days after its deletion. Their creator, and the fact that a form was answered, are ids that point to nobody after the deletion. An answer sent without signing in belongs to no account and stays with the name and address entered, until the form is deleted.',
      entities: { Form: 'ids', FormVersion: 'ids', FormAnswered: 'ids' },
    },
    async collect({ user }, table) {
      if (!user) return { rows: [] }
      const { rows, all } = await firstOf(table, `u-${user.id}`)
      return all ? { rows } : { rows, rest }
    },
    async erase({ userId, globalUserId, since }, table) {
      const more = await Promise.all(
        [`u-${userId}`, `g-${globalUserId}`].map((person) => eraseResponsesOf(table, person, since)),
      )
      return more.includes(true)
    },
  },
  {
    name: 'formResponsesAsGuest',
    of: 'person',
    entities: ['FormResponse'],
    holds: 'Your answers to forms at schools where you were a guest',
    removed: 'Within minutes of leaving your last school, as at your own schools',
    collect: ({ person }, table) => rowsAtSchools(table, rest, (own) => firstOf(own, `g-${person.user.id}`)),
  },
]
