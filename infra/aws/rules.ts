import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import type { IConstruct } from 'constructs'

/**
 * Accepts rule findings for one construct and its children, by rule id with a reason. An id names one finding where a
 * rule has several: `AwsSolutions-IAM5[Resource::*]`.
 */
export const accepted = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void =>
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })))

/** Makes synthesis fail on any finding of the AWS Solutions or Serverless rules that is not accepted. */
export const checkRules = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
