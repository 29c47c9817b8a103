import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import type { IConstruct } from 'constructs'

/**
 * Accepts findings of the rule packs for one construct and what lies below it, by the rule's id and the reason why the
 * rule does not fit there. An id names one finding where a rule has several: `AwsSolutions-IAM5[Resource::*]`.
 */
export const accepted = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void =>
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })))

/** Makes synthesis fail on a finding of the AWS Solutions or the Serverless rules that nobody has accepted. */
export const checkRules = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
