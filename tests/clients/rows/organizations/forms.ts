import type { SheetRow } from '../../row.ts'
import { eventBy, happened, type Scene } from '../../scene.ts'
import { answered } from './organizations.ts'

const drafted = (allowAnonymous: boolean) => ({
  title: 'Survey',
  description: '',
  questions: [{ _id: 'NEW_QUESTION_1', type: 'short', question: 'And?', required: true, options: [] }],
  allowAnonymous,
  collectGuestDetails: allowAnonymous,
})

const made = async ({ people, orgId }: Scene, allowAnonymous = false) => {
  const form = drafted(allowAnonymous)
  return (await happened(people.owner.device.createEventForm({ orgId, form }))).body.data
}

const question = {
  'form.questions[]._id': 'text',
  'form.questions[].type': 'text',
  'form.questions[].question': 'text',
  'form.questions[].required': 'flag',
  'form.questions[].options': 'list',
  'form.allowAnonymous': 'flag',
  'form.collectGuestDetails': 'flag',
  'form.acceptingResponses': 'flag',
  ownerInfo: 'object?',
  hasSubmitted: 'flag',
  isAuthenticated: 'flag',
} as const

export const forms: readonly SheetRow[] = [
  {
    call: 'GET /get-form-by-id/:id',
    as: 'member',
    sends: async (scene) => ({ path: { id: (await made(scene))._id } }),
    reads: question,
  },
  {
    call: 'GET /get-form-by-id/:id',
    when: 'by a stranger',
    sends: async (scene) => ({ path: { id: (await made(scene, true))._id } }),
    reads: question,
  },
  {
    call: 'POST /submit-form-response',
    as: 'member',
    sends: async (scene) => {
      const { _id, questions } = await made(scene)
      return { body: { formId: _id, responses: questions.map(answered) } }
    },
  },
  {
    call: 'POST /submit-form-response',
    when: 'by a stranger',
    sends: async (scene) => {
      const { _id, questions } = await made(scene, true)
      const guest = { guestName: 'Gil Guest', guestEmail: scene.w.email('gil') }
      return { body: { formId: _id, responses: questions.map(answered), ...guest } }
    },
  },
  {
    call: 'POST /submit-form-response',
    when: 'for an event',
    as: 'member',
    sends: async (scene) => {
      const { people, orgId } = scene
      const { _id, questions } = await made(scene)
      const hosted = { hostingType: 'Org', hostingId: orgId, registrationFormId: _id }
      const eventId = await eventBy(people.owner.device, hosted)
      const answers = { formAnswers: ['Yes'] }
      await happened(people.member.device.registerForEvent({ event_id: eventId, ...answers }))
      return { body: { formId: _id, responses: questions.map(answered), eventId } }
    },
  },
  {
    call: 'GET /form/:formId/responses',
    as: 'owner',
    sends: async (scene) => {
      const { _id, questions } = await made(scene)
      const answer = { formId: _id, responses: questions.map(answered) }
      await happened(scene.people.member.device.submitFormResponse(answer))
      return { path: { formId: _id } }
    },
    reads: {
      'responses[]._id': 'text',
      'responses[].submittedBy._id': 'text',
      'responses[].submittedBy.name': 'text',
      'responses[].submittedBy.email': 'text',
      'responses[].submittedAt': 'text',
      'responses[].formSnapshot.title': 'text',
      'responses[].formSnapshot.questions': 'list',
      'responses[].answers': 'list',
    },
  },
  {
    call: 'GET /org-event-management/:orgId/forms',
    as: 'owner',
    sends: async (scene) => {
      await made(scene)
      return { path: { orgId: scene.orgId } }
    },
    reads: {
      'data[]._id': 'text',
      'data[].title': 'text',
      'data[].questions': 'list',
      'data[].removedQuestions': 'list',
    },
  },
  {
    call: 'POST /org-event-management/:orgId/forms',
    as: 'owner',
    sends: ({ orgId }) => ({ path: { orgId }, body: { form: drafted(true) } }),
    reads: { 'data._id': 'text' },
  },
  {
    call: 'PUT /org-event-management/:orgId/forms/:formId',
    when: 'the whole object as it was read',
    as: 'owner',
    sends: async (scene) => {
      const whole = await made(scene)
      const form = { ...whole, allowAnonymous: true }
      return { path: { orgId: scene.orgId, formId: whole._id }, body: { form } }
    },
    reads: { 'data._id': 'text', 'data.allowAnonymous': 'flag' },
  },
]
