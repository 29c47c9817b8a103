import { normalForm } from '../../contract/text/normal-form.ts'
import { visibleLine } from '../../contract/text/plain-text.ts'
import { confusableKeyOf } from '../person/names.ts'
import type { Organization } from './records.ts'

/** A name as it is compared: two that differ in case, width or blanks are one. */
export const orgNameKey = (name: string): string =>
  normalForm(name, 'NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** The key that guards the look of a name. No name is compared under it: none of them begins with a blank. */
const lookKey = (name: string): string => ` ${confusableKeyOf(name)}`

export type OrgNaming = Pick<Organization, 'org_name' | 'nameKey' | 'look'>

/** A name in all the forms in which it is kept and compared. */
export const orgNaming = (name: string): OrgNaming => {
  const org_name = visibleLine(name)
  return { org_name, nameKey: orgNameKey(org_name), look: lookKey(org_name) }
}
