import { type AreaAction, adminPath, type PartOf, partPath, type Shown } from '../admin/admin.ts'
import { confirmation } from '../admin/confirmation.ts'
import { type Answer, call, type FormAction, type FormInput, type PageContext } from '../call.ts'
import {
  type Choice,
  carriedVersion,
  type Filled,
  field,
  hidden,
  select,
  textArea,
  versionOf,
} from '../layout/forms.ts'
import { collapsible, type Html, html, menu, menuLink } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { t } from '../locale.ts'

type Config = Answer<'budgets', 'getFinanceConfig'>
type Template = Config['budgetTemplates'][number]
type Line = Template['lineItemDefinitions'][number]
type Workflow = Config['workflowPresets'][number]
type Stage = Workflow['stages'][number]

const here = partPath('templates')

/** One line of the form for each line of the budget: `Members: number *`. */
const lineText = ({ label, kind, required }: Line): string =>
  `${label}${kind === 'currency' ? '' : `: ${kind}`}${required ? ' *' : ''}`

const stageText = ({ label, actorType }: Stage): string =>
  `${label}: ${actorType === 'platform_admin' ? 'school' : 'club'}`

const keyFrom = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 60) || 'line'

const rowsIn = (typed = ''): string[] =>
  typed
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')

/** A line of the budget from a line of the form. A known label keeps its key, so that stored budgets stay readable. */
const lineFrom = (row: string, known: readonly Line[]): Line => {
  const [, label = row, kind = '', star] = /^(.*?)(?::\s*(number|text|currency))?\s*(\*)?$/.exec(row) ?? []
  const before = known.find((line) => line.label === label.trim())
  return {
    key: before?.key ?? keyFrom(label),
    label: label.trim(),
    kind: kind === 'number' || kind === 'text' ? kind : 'currency',
    required: star !== undefined,
    helpText: before?.helpText ?? '',
  }
}

const stageFrom = (row: string, known: readonly Stage[]): Stage => {
  const [, label = row, actor = ''] = /^(.*?)(?::\s*(school|club))?$/.exec(row) ?? []
  const before = known.find((stage) => stage.label === label.trim())
  return {
    key: before?.key ?? keyFrom(label),
    label: label.trim(),
    actorType: actor === 'school' ? 'platform_admin' : 'org_permission',
    permission: before?.permission ?? 'manage_finances',
  }
}

const workflowWords = ({ stages }: Workflow): string =>
  stages.map(({ label }) => label).reduce((first, next) => t('{first}, then {next}', { first, next }))

const workflowChoices = ({ workflowPresets }: Config): Choice[] =>
  workflowPresets.map((preset) => [preset.presetKey, workflowWords(preset)])

const templateForm = (config: Config, template: Template | undefined, filled: Filled): Html => {
  const own: Filled =
    filled.values.do === 'budget-template'
      ? filled
      : {
          values: {
            displayName: template?.displayName,
            fiscalLabel: template?.fiscalLabel ?? t('Fiscal year'),
            types: template?.orgTypeKeys.join(', '),
            workflow: template?.workflowPresetKey,
            lines: template?.lineItemDefinitions.map(lineText).join('\n'),
          },
        }
  const periodFields = [
    field(own, { name: 'fiscalLabel', label: t('Name of the period'), longest: 60 }),
    select(own, 'workflow', t('Who approves'), workflowChoices(config)),
  ]
  const linesFields = [
    textArea(own, {
      name: 'lines',
      label: t('Lines'),
      longest: 8000,
      hint: t(
        'One per line, such as "Travel", "Members: number" or "Summary: text". A * at the end makes it required.',
      ),
    }),
    field(own, {
      name: 'types',
      label: t('Club types'),
      optional: true,
      longest: 1000,
      hint: t('Separated by commas. Empty: clubs of every type.'),
    }),
  ]
  return html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'budget-template')}${hidden('version', carriedVersion(own, config.version))}${template ? hidden('id', template.templateKey) : ''}<div>${field(own, { name: 'displayName', label: t('Name'), longest: 120, hint: t('Such as Annual club budget.') })}<div class="pair">${periodFields}</div>${linesFields}</div><button class="btn">${t('Save template')}</button></form>`
}

const workflowForm = (config: Config, workflow: Workflow | undefined, filled: Filled): Html => {
  const id = workflow?.presetKey ?? ''
  const isOwn = filled.values.do === 'budget-workflow' && (filled.values.id ?? '') === id
  const name = `stages-${id}`
  const values = { [name]: isOwn ? filled.values[name] : workflow?.stages.map(stageText).join('\n') }
  const stagesField = textArea(
    { values },
    {
      name,
      label: t('Who approves, in order'),
      longest: 2000,
      hint: t(
        'One per line: "Treasurer: club" is decided by officers who manage finances, "Finance office: school" by administrators.',
      ),
    },
  )
  return collapsible(
    workflow
      ? html`${t('Change')}<span class="vh"> ${workflowWords(workflow)}</span>`
      : t('Create an approval order'),
    html`<form class="stack" method="post" action="${adminPath}">${hidden('do', 'budget-workflow')}${hidden('version', carriedVersion(isOwn ? filled : { values }, config.version))}${hidden('id', id)}${stagesField}<button class="btn plain small">${t('Save order')}</button></form>`,
    isOwn,
  )
}

const templatesTable = (config: Config): Html => {
  const workflows = new Map(workflowChoices(config))
  return dataTable<Template>({
    caption: t('Budget templates'),
    rows: config.budgetTemplates,
    empty: [t('No templates'), t('Clubs start a budget from a template. Create one below.')],
    columns: [
      {
        key: 'name',
        label: t('Template'),
        cell: ({ templateKey: id, displayName: name }) =>
          html`<a href="${partPath('templates', { id })}"><bdi>${name}</bdi></a>`,
      },
      {
        key: 'lines',
        label: t('Lines'),
        isNumber: true,
        cell: ({ lineItemDefinitions }) => lineItemDefinitions.length,
      },
      {
        key: 'workflow',
        label: t('Who approves'),
        cell: ({ workflowPresetKey: key }) => html`<bdi>${workflows.get(key) ?? key}</bdi>`,
      },
      {
        key: 'actions',
        label: t('Actions'),
        isHidden: true,
        cell: ({ templateKey: id, displayName: name }) =>
          menu(
            [menuLink(partPath('templates', { id, confirm: 'remove' }), t('Delete {name}', { name }))],
            t('More: {name}', { name }),
          ),
      },
    ],
  })
}

const removal = (config: Config, template: Template): Html =>
  confirmation({
    title: t('Delete the template {name}?', { name: html`<bdi>${template.displayName}</bdi>` }),
    consequence: t('Clubs can no longer start a budget from it. Budgets that were started keep their lines.'),
    button: t('Delete template'),
    carried: {
      do: 'budget-template-delete',
      id: template.templateKey,
      version: String(config.version),
      named: template.displayName,
    },
    back: here,
  })

const overview = (config: Config, { query, filled }: Shown): Html => {
  const leaving = config.budgetTemplates.find(({ templateKey }) => templateKey === query.id)
  const asking = leaving && query.confirm === 'remove' ? removal(config, leaving) : ''
  const orders = config.workflowPresets.map(
    (workflow) =>
      html`<li><div class="stack-s"><strong><bdi>${workflowWords(workflow)}</bdi></strong><span class="soft">${t('{count, plural, one {# approval} other {# approvals}}', { count: workflow.stages.length })}</span>${workflowForm(config, workflow, filled)}</div></li>`,
  )
  return html`<p class="soft">${t('Clubs start their budgets from these templates.')}</p>${asking}${templatesTable(config)}${collapsible(t('Create a template'), templateForm(config, undefined, filled), filled.values.do === 'budget-template')}<section class="stack"><h2>${t('Who approves budgets')}</h2><ul class="list">${orders}</ul>${workflowForm(config, undefined, filled)}</section>`
}

/** Budget templates of the school with their lines, and the orders in which people approve budgets. */
export const templatesPart: PartOf = async (shown, context) => {
  const result = await call(context, 'budgets', 'getFinanceConfig', {})
  if (!result.ok) return result
  const config = result.value
  const { id, confirm } = shown.query
  const chosen = confirm ? undefined : config.budgetTemplates.find(({ templateKey }) => templateKey === id)
  if (!chosen) return overview(config, shown)
  return html`<p><a href="${here}">${t('All templates')}</a></p><h2><bdi>${chosen.displayName}</bdi></h2>${templateForm(config, chosen, shown.filled)}`
}

type Change = Partial<Pick<Config, 'budgetTemplates' | 'workflowPresets'>>

/** Saves what a change makes of the current configuration. The version in the form rejects an outdated change. */
const saving =
  (change: (config: Config, input: FormInput) => Change): FormAction =>
  async (input, context: PageContext) => {
    const result = await call(context, 'budgets', 'getFinanceConfig', {})
    if (!result.ok) return result
    const version = versionOf(input, result.value)
    return call(context, 'budgets', 'updateFinanceConfig', { ...change(result.value, input), version })
  }

const withTemplate = ({ budgetTemplates: all }: Config, input: FormInput): Change => {
  const { id, displayName = '', fiscalLabel = '', types = '', workflow = '' } = input
  const before = all.find(({ templateKey }) => templateKey === id)
  const template: Template = {
    templateKey: before?.templateKey ?? keyFrom(displayName),
    displayName,
    fiscalLabel,
    workflowPresetKey: workflow,
    orgTypeKeys: types
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
    lineItemDefinitions: rowsIn(input.lines).map((row) => lineFrom(row, before?.lineItemDefinitions ?? [])),
  }
  return {
    budgetTemplates: before ? all.map((one) => (one === before ? template : one)) : [...all, template],
  }
}

const withWorkflow = ({ workflowPresets: all }: Config, input: FormInput): Change => {
  const id = input.id ?? ''
  const before = all.find(({ presetKey }) => presetKey === id)
  const stages = rowsIn(input[`stages-${id}`]).map((row) => stageFrom(row, before?.stages ?? []))
  const preset = {
    presetKey:
      before?.presetKey ??
      stages
        .map(({ key }) => key)
        .join('-')
        .slice(0, 60),
    stages,
  }
  return { workflowPresets: before ? all.map((one) => (one === before ? preset : one)) : [...all, preset] }
}

export const budgetActions: Readonly<Record<string, AreaAction>> = {
  'budget-template': { part: 'templates', done: 'budget-template-saved', run: saving(withTemplate) },
  'budget-template-delete': {
    part: 'templates',
    done: 'removed',
    run: saving(({ budgetTemplates }, { id }) => ({
      budgetTemplates: budgetTemplates.filter(({ templateKey }) => templateKey !== id),
    })),
  },
  'budget-workflow': { part: 'templates', done: 'workflow-saved', run: saving(withWorkflow) },
}
