import { fail, withText } from '../../lib/contract/failure.ts'
import { InvalidFlow } from './contract/failures.ts'
import { type Condition, type Conditions, isEventField, operatorsOf, typeOf } from './contract/fields.ts'
import type { FlowView, Step } from './contract/flow-shapes.ts'
import type { StakeholderRole } from './repository.ts'
import { listed } from './routing/condition-values.ts'
import { holds } from './routing/conditions.ts'
import { maxStageSteps } from './routing/routing.ts'

/** Below the item limit of DynamoDB, 400 kB. */
const mostBytes = 256 * 1024

function wrong(message: string): never {
  return fail(withText(InvalidFlow, message))
}

type Vocabulary = Pick<FlowView, 'fieldDefinitions' | 'allowedOperators'>

const refuseCondition = (condition: Condition, { fieldDefinitions, allowedOperators }: Vocabulary): void => {
  const { field, operator, value } = condition
  const type = typeOf(field, fieldDefinitions)
  if (!type) wrong(`Field '${field}' is not defined`)
  const allowed = allowedOperators.find((one) => one.type === type)?.operators ?? []
  if (!allowed.includes(operator))
    wrong(`Operator '${operator}' is not allowed for field '${field}' of type '${type}'`)
  const isList = operator === 'in' || operator === 'notIn' || operator === 'between'
  if (isList && !listed(value)?.length) wrong(`Value for operator '${operator}' must be an array`)
  if (!isList && Array.isArray(value)) wrong(`Value for operator '${operator}' must not be an array`)
  const typed = type === 'date' ? 'string' : type
  // A text with commas is accepted for every type. `holds` checks its parts.
  const isText = isList && typeof value === 'string'
  const fits = isText || [value].flat().every((one) => typeof one === typed)
  if (!fits || holds(condition, type, undefined) === undefined)
    wrong(`Value for operator '${operator}' does not fit field '${field}' of type '${type}'`)
}

/** Fails with 400 and a message about the first invalid condition. */
export const refuseConditions = (conditions: Conditions, vocabulary: Vocabulary): void => {
  const { conditionGroups, groupLogicalOperators } = conditions
  const joints = Math.max(0, conditionGroups.length - 1)
  if (groupLogicalOperators.length !== joints)
    wrong(
      `Invalid number of group logical operators: expected ${joints}, got ${groupLogicalOperators.length}`,
    )
  for (const { conditions: all, conditionLogicalOperators: between } of conditionGroups) {
    if (between.length !== all.length - 1)
      wrong(
        `Invalid number of condition logical operators: expected ${all.length - 1}, got ${between.length}`,
      )
    for (const condition of all) refuseCondition(condition, vocabulary)
  }
}

const refuseVocabulary = ({ fieldDefinitions, allowedOperators }: Vocabulary): void => {
  const names = fieldDefinitions.map(({ name }) => name)
  if (new Set(names).size !== names.length) wrong('Field names must be unique')
  const taken = names.find(isEventField)
  if (taken !== undefined) wrong(`Field '${taken}' is built in. Choose another name.`)
  if (new Set(allowedOperators.map(({ type }) => type)).size !== allowedOperators.length)
    wrong("Define each type's operators only once")
  for (const { type, operators } of allowedOperators) {
    const unknown = operators.find((one) => !(operatorsOf[type] as readonly string[]).includes(one))
    if (unknown !== undefined) wrong(`Operator '${unknown}' does not exist for type '${type}'`)
  }
}

const refuseStep = (step: Step, flow: FlowView, roles: ReadonlyMap<string, StakeholderRole>): void => {
  if (step.orgId === undefined && roles.get(step.role)?.isActive !== true)
    wrong(`Stakeholder role '${step.role}' does not exist or is not active`)
  if (step.orgId !== undefined && step.requireAllMembers)
    wrong('A step decided by an organization needs a number of approvals, not all members')
  if (step.kind !== 'approver' && step.formDefinition) wrong('Only an approval step can have a form')
  for (const question of step.formDefinition?.questions ?? []) {
    const isChoice = question.type !== 'short' && question.type !== 'long'
    if (isChoice && question.options.length === 0) wrong('A choice question must have options')
  }
  refuseConditions(step, flow)
}

const once = (values: readonly string[]): boolean => new Set(values).size === values.length

/** Rejects a flow with a step that cannot be evaluated. */
export const refuseFlow = (flow: FlowView, roles: readonly StakeholderRole[]): void => {
  if (flow.steps.length > 50) wrong('A flow has at most 50 steps')
  if (Buffer.byteLength(JSON.stringify(flow)) > mostBytes) wrong('A flow has at most 256 kB')
  refuseVocabulary(flow)
  if (!once(flow.steps.map(({ _id }) => _id))) wrong('Step ids must be unique')
  if (!once(flow.steps.map(({ stage, role }) => `${stage} ${role}`)))
    wrong('A role can appear only once in a stage')
  const stages = Map.groupBy(flow.steps, ({ stage }) => stage)
  if ([...stages.values()].some((stage) => stage.length > maxStageSteps))
    wrong(`A stage has at most ${maxStageSteps} steps`)
  const known = new Map(roles.map((role) => [role.stakeholderId, role]))
  for (const step of flow.steps) refuseStep(step, flow, known)
  for (const role of roles.filter(({ isActive }) => isActive)) refuseConditions(role, flow)
}
