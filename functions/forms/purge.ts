import type { Table } from '../../lib/table/table.ts'
import { remove } from '../../lib/table/write.ts'
import { form, formAnswered, formResponse, formVersion, listForms } from './repository.ts'

/** Forms that one page looks into, and rows of each kind that go with it. */
const mostForms = 5
const pageSize = 25

/** One page of what was asked and answered by a form; the form itself when that was all. */
const purgeForm = async (table: Table, formId: string): Promise<void> => {
  const page = { holes: { formId }, limit: pageSize, strong: true }
  const [responses, marks, versions] = await Promise.all([
    table.list(formResponse, page),
    table.list(formAnswered, page),
    table.list(formVersion, page),
  ])
  const gone = [
    ...responses.items.map((row) => remove(formResponse, row)),
    ...marks.items.map((row) => remove(formAnswered, row)),
    ...versions.items.map((row) => remove(formVersion, row)),
  ]
  await table.write(gone.length > 0 ? gone : [remove(form, { formId })])
}

/**
 * One page of the forms of an organization that is no more, with what was answered to them. Says whether there may be
 * more: a form leaves the list when nothing is left of it.
 */
export const purgeForms = async (table: Table, orgId: string): Promise<boolean> => {
  const { items } = await listForms(table, orgId, { page: 1, limit: mostForms })
  await Promise.all(items.map(({ formId }) => purgeForm(table, formId)))
  return items.length > 0
}
