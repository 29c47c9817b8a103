import { type Confirmation, confirmationForm, type Html } from '../layout/page.ts'
import { adminPath } from './admin.ts'

/** Asks before a change in the admin console. */
export const confirmation = (question: Omit<Confirmation, 'action'>): Html =>
  confirmationForm({ ...question, action: adminPath })
