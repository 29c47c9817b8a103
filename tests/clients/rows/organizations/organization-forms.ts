import type { Kind, SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'

const form = (path: string): Record<string, Kind> => ({
  [`${path}._id`]: 'text',
  [`${path}.title`]: 'text',
  [`${path}.description`]: 'text',
  [`${path}.questions[]._id`]: 'text',
  [`${path}.questions[].question`]: 'text',
})

const drafted = {
  title: 'Survey',
  description: '',
  questions: [{ _id: 'NEW_QUESTION_1', type: 'short', question: 'And?', required: false, options: [] }],
  allowAnonymous: true,
  collectGuestDetails: false,
}

const made = async ({ people, orgId }: Scene) => {
  const { body } = await happened(people.owner.device.createForm({ orgId, form: drafted }))
  return body.form
}

export const organizationForms: readonly SheetRow[] = [
  {
    call: 'GET /:orgId/forms',
    as: 'owner',
    sends: async (scene) => {
      await made(scene)
      return { path: { orgId: scene.orgId } }
    },
    reads: form('forms[]'),
  },
  {
    call: 'POST /:orgId/forms',
    as: 'owner',
    sends: ({ orgId }) => ({ path: { orgId }, body: { form: drafted } }),
    reads: form('form'),
  },
  {
    call: 'PUT /:orgId/forms/:formId',
    when: 'the whole object as it was read',
    as: 'owner',
    sends: async (scene) => {
      const whole = await made(scene)
      return {
        path: { orgId: scene.orgId, formId: whole._id },
        body: { form: { ...whole, title: 'Renamed' } },
      }
    },
    reads: form('form'),
  },
]
