import type { Form } from './repository.ts'

/** An organization has one form for those who join, so it is read together with the organization. */
export const memberFormIdOf = (orgId: string): string => `${orgId}.join`

/** Whether a form is the one that an application answers. Others that ask members are answered by themselves. */
export const isMemberForm = ({ formId, formOwner, formOwnerType }: Form): boolean =>
  formOwnerType === 'Org' && formId === memberFormIdOf(formOwner)
