import type { Operation } from '../../lib/operation.ts'
import { createOrgForm, listOrgForms, updateOrgForm } from '../form-records/index.ts'
import { deleteOrgForm } from '../forms/index.ts'
import type { contract } from './contract.ts'

type Rows = (typeof contract)['rows']

export const listForms: Operation<Rows['listForms']> = async (input, context) => listOrgForms(input, context)

export const createForm: Operation<Rows['createForm']> = async (input, context) => {
  return { form: await createOrgForm(input, context, 'membership') }
}

export const updateForm: Operation<Rows['updateForm']> = async (input, context) => {
  return { form: await updateOrgForm(input, context) }
}

export const deleteForm: Operation<Rows['deleteForm']> = async (input, context) => {
  await deleteOrgForm(input, context)
  return undefined
}
