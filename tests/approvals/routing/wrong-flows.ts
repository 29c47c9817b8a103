/** A condition by itself, as a step has it. */
export const condition = (field: string, operator: string, value: unknown) => ({
  conditionGroups: [{ conditions: [{ field, operator, value }] }],
})

/** The least that a step says. */
export const step = { role: 'safety officer' }

/** Flows that cannot be stored, and what is said about them. */
export const wrongFlows: readonly (readonly [what: string, body: object, message: string])[] = [
  [
    'a joint too many',
    { steps: [{ ...step, ...condition('type', 'equals', 'a'), groupLogicalOperators: ['AND'] }] },
    'Invalid number of group logical operators: expected 0, got 1',
  ],
  [
    'a joint too few within a group',
    {
      steps: [
        {
          ...step,
          conditionGroups: [
            {
              conditions: [
                { field: 'type', operator: 'equals', value: 'a' },
                { field: 'type', operator: 'equals', value: 'b' },
              ],
            },
          ],
        },
      ],
    },
    'Invalid number of condition logical operators: expected 1, got 0',
  ],
  [
    'an operator that the type does not have',
    { steps: [{ ...step, ...condition('expectedAttendance', 'contains', 5) }] },
    "Operator 'contains' is not allowed for field 'expectedAttendance' of type 'number'",
  ],
  [
    'an operator that the school does not allow',
    {
      allowedOperators: [{ type: 'string', operators: ['equals'] }],
      steps: [{ ...step, ...condition('type', 'contains', 'a') }],
    },
    "Operator 'contains' is not allowed for field 'type' of type 'string'",
  ],
  [
    'a list that is none',
    { steps: [{ ...step, ...condition('type', 'in', ',') }] },
    "Value for operator 'in' must be an array",
  ],
  [
    'a list that should be none',
    { steps: [{ ...step, ...condition('type', 'equals', ['a']) }] },
    "Value for operator 'equals' must not be an array",
  ],
  [
    'a value of another type',
    { steps: [{ ...step, ...condition('expectedAttendance', 'equals', 'many') }] },
    "Value for operator 'equals' does not fit field 'expectedAttendance' of type 'number'",
  ],
  [
    'a list with a value of another type',
    { steps: [{ ...step, ...condition('expectedAttendance', 'in', '5, many') }] },
    "Value for operator 'in' does not fit field 'expectedAttendance' of type 'number'",
  ],
  [
    'a period that ends before it begins',
    { steps: [{ ...step, ...condition('start_time', 'between', ['2026-05-02', '2026-05-01']) }] },
    "Value for operator 'between' does not fit field 'start_time' of type 'date'",
  ],
  [
    'an unknown field',
    { steps: [{ ...step, ...condition('colour', 'equals', 'a') }] },
    "Field 'colour' is not defined",
  ],
  [
    'an unknown role',
    { steps: [{ role: 'wizard' }] },
    "Stakeholder role 'wizard' does not exist or is not active",
  ],
  ['no role', { steps: [{ always: true }] }, 'A step needs a role or an organization'],
  ['an unknown organization', { steps: [{ orgId: 'nowhere' }] }, "Organization 'nowhere' does not exist"],
  ['a role twice in a stage', { steps: [step, step] }, 'A role can appear only once in a stage'],
  [
    'one id twice',
    {
      steps: [
        { ...step, _id: 'a' },
        { ...step, _id: 'a', stage: 1 },
      ],
    },
    'Step ids must be unique',
  ],
  [
    'a form for who only takes note',
    { steps: [{ ...step, kind: 'notifiee', formDefinition: { questions: [] } }] },
    'Only an approval step can have a form',
  ],
  [
    'a choice without options',
    {
      steps: [
        {
          ...step,
          formDefinition: { questions: [{ _id: 'q', type: 'multiple_choice', question: 'Which?' }] },
        },
      ],
    },
    'A choice question must have options',
  ],
  [
    'a field that every event has',
    { fieldDefinitions: [{ name: 'type', type: 'number' }] },
    "Field 'type' is built in. Choose another name.",
  ],
  [
    'a field twice',
    {
      fieldDefinitions: [
        { name: 'food', type: 'number' },
        { name: 'food', type: 'string' },
      ],
    },
    'Field names must be unique',
  ],
  [
    'an operator that does not exist',
    { allowedOperators: [{ type: 'boolean', operators: ['resembles'] }] },
    "Operator 'resembles' does not exist for type 'boolean'",
  ],
  [
    'a type twice',
    {
      allowedOperators: [
        { type: 'date', operators: [] },
        { type: 'date', operators: [] },
      ],
    },
    "Define each type's operators only once",
  ],
]
