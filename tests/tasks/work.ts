import { expect } from 'vitest'
import type { Staged } from '../agendas/events.ts'

type At = Awaited<ReturnType<Staged['hosted']>>['at']

type Shown = { readonly _id: string; readonly title: string; readonly dueAt: string | null }

/** What the owner of the organization does with tasks of its events. */
export const workOf = (s: Staged) => {
  const owner = s.club.owner.device
  return {
    owner,
    place: async () => (await s.hosted()).at,
    made: async (at: At, more: object = {}) => {
      const { status, body } = await owner.createEventTask({ ...at, title: 'Chairs', ...more })
      expect(status, JSON.stringify(body)).toBe(201)
      return body.data.task
    },
    boardOf: async (at: At): Promise<Shown[]> => (await owner.listEventTasks(at)).body.data.tasks,
  }
}
export type Work = ReturnType<typeof workOf>
