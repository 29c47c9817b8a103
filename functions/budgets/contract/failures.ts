import { conflict, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'

export const BudgetNotFound = notFound('Budget not found', 'BUDGET_NOT_FOUND')

export const UnknownTemplate = invalid('Unknown budget template', 'BUDGET_TEMPLATE_UNKNOWN')
export const NoTemplates = invalid('No budget templates are configured', 'BUDGET_TEMPLATES_MISSING')
export const BudgetExists = conflict(
  'A budget with this template already exists for this fiscal year. Edit that budget.',
  'BUDGET_EXISTS',
)
export const TemplateGone = conflict(
  "This budget's template or workflow no longer exists. Ask an administrator to restore it.",
  'BUDGET_TEMPLATE_GONE',
)

export const NotEditable = invalid('Budget cannot be edited in its current status', 'BUDGET_NOT_EDITABLE')
export const NotSubmittable = invalid(
  'Only draft or revision-requested budgets can be submitted',
  'BUDGET_NOT_SUBMITTABLE',
)
export const NotDeletable = invalid(
  'Only drafts that were never submitted can be deleted',
  'BUDGET_NOT_DELETABLE',
)
/** The messages of these four, and of WrongValueKind, name the line item. */
export const LineMissing = invalid('Missing line item', 'LINE_ITEM_MISSING')
export const AmountRequired = invalid('Required amount', 'AMOUNT_REQUIRED')
export const NumberRequired = invalid('Required number', 'NUMBER_REQUIRED')
export const TextRequired = invalid('Required text', 'TEXT_REQUIRED')

export const AmountInvalid = invalid(
  'An amount must be between 0 and 1,000,000,000,000 with at most two decimals',
  'AMOUNT_INVALID',
)
export const WrongValueKind = invalid('This line item has a value of another kind.', 'LINE_ITEM_VALUE_KIND')
export const TotalTooLarge = invalid(
  'The total of a budget must not exceed 1,000,000,000,000',
  'TOTAL_TOO_LARGE',
)
export const LineKeyInvalid = invalid(
  'Each line item needs a unique key of letters and digits',
  'LINE_ITEM_KEY',
)
export const CustomLinesOff = invalid(
  "Custom line items are not allowed. Use the template's line items.",
  'CUSTOM_LINE_ITEMS_DISABLED',
)
export const TooManyLines = invalid('Too many custom line items. Remove some.', 'TOO_MANY_LINE_ITEMS')
export const LinesTooLarge = invalid(
  'The line items are too long in total. Shorten their texts.',
  'LINE_ITEMS_TOO_LONG',
)

export const CommentRequired = invalid('Comment body required', 'COMMENT_REQUIRED')

export const NotInReview = invalid('Budget is not in review', 'BUDGET_NOT_IN_REVIEW')
export const WrongStage = invalid('Invalid workflow stage', 'WRONG_STAGE')
export const NotPlatformStage = invalid('This stage is not a platform admin step', 'NOT_A_PLATFORM_STAGE')
export const UseOrganizationRoute = invalid(
  'Use the organization route for this stage',
  'USE_ORGANIZATION_ROUTE',
)
export const NotOrganizationStage = forbidden(
  'This stage is not an organization approval step',
  'NOT_AN_ORGANIZATION_STAGE',
)
export const UseAdminRoute = invalid('Use the admin route for this stage', 'USE_ADMIN_ROUTE')
export const NoteRequired = invalid('A note explaining the requested changes is required.', 'NOTE_REQUIRED')
export const OwnBudget = forbidden(
  'You cannot approve a budget that you submitted. Ask another approver.',
  'OWN_BUDGET',
)

export const KeysNotUnique = invalid('Keys must be unique', 'KEYS_NOT_UNIQUE')
export const UnknownPreset = invalid(
  'A template refers to a workflow preset that does not exist. Choose an existing preset.',
  'WORKFLOW_PRESET_UNKNOWN',
)
export const FinanceTooLarge = invalid(
  'This configuration is too large. Remove some of its entries.',
  'FINANCE_CONFIG_TOO_LARGE',
)
