import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/**
 * Accepts findings of the rule packs for one construct and what lies below it, by the rule's id and the reason why the
 * rule does not fit there. An id names one finding where a rule has several: `AwsSolutions-IAM5[Resource::*]`.
 */
export const accepted = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void =>
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })))
