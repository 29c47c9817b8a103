import { normalForm } from '../../contract/text/normal-form.ts'
import { visibleLine } from '../../contract/text/plain-text.ts'
import { confusableKeyOf } from '../person/names.ts'
import type { Organization } from './records.ts'

/** A name in its compared form: names that differ only in case, width or spaces are equal. */
export const orgNameKey = (name: string): string =>
  normalForm(name, 'NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** The key that guards a name's look. It begins with a space, so no compared name can equal it. */
const lookKey = (name: string): string => ` ${confusableKeyOf(name)}`

export type OrgNaming = Pick<Organization, 'org_name' | 'nameKey' | 'look'>

/** A name in all stored and compared forms. */
export const orgNaming = (name: string): OrgNaming => {
  const org_name = visibleLine(name)
  return { org_name, nameKey: orgNameKey(org_name), look: lookKey(org_name) }
}
