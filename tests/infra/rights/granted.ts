import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Statement } from '../../deployed/policy.ts'
import { resolverOf } from '../../deployed/resolver.ts'
import { type Assembly, readAssembly, type Stack, type Value } from '../../deployed/template.ts'
import { platformWith } from '../stack-templates.ts'

/** A statement of a policy and where it stands: in a role, on a resource, or as the trust in whoever takes a role. */
export type Granted = {
  readonly type: string
  readonly id: string
  readonly kind: 'role' | 'resource' | 'trust'
  readonly statement: Statement & { readonly Principal?: Value }
}

export type Platform = {
  readonly granted: readonly Granted[]
  readonly assembly: Assembly
  /** A value of a stack with all its references resolved. */
  readonly resolve: ReturnType<typeof resolverOf>
}

/** A permission of a function is its resource policy, a statement at a time. */
const permissionOf = ({ Action, FunctionName, Principal, SourceArn }: Value): Granted['statement'] => ({
  Effect: 'Allow',
  Action,
  Resource: FunctionName,
  Principal: { Service: Principal },
  ...(SourceArn === undefined ? {} : { Condition: { ArnLike: { 'aws:SourceArn': SourceArn } } }),
})

const grantedIn = (stack: Stack, resolve: Platform['resolve']): Granted[] =>
  Object.entries(stack.resources).flatMap(([id, { Type: type, Properties = {} }]) => {
    const of = (kind: Granted['kind'], document: Value): Granted[] =>
      document === undefined
        ? []
        : resolve(stack, document).Statement.map((statement: Statement) => ({ type, id, kind, statement }))
    if (type === 'AWS::Lambda::Permission')
      return [{ type, id, kind: 'resource', statement: permissionOf(resolve(stack, Properties)) }]
    return [
      ...of('trust', Properties.AssumeRolePolicyDocument),
      ...(Properties.Policies ?? []).flatMap(({ PolicyDocument }: Value) => of('role', PolicyDocument)),
      ...of(type === 'AWS::IAM::Policy' ? 'role' : 'resource', Properties.PolicyDocument),
    ]
  })

/** Synthesizes a stage without bundles and reads every statement of its templates. */
export const grantedBy = (context: Readonly<Record<string, unknown>>): Platform => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-rights-'))
  try {
    platformWith(context, folder).app.synth()
    const assembly = readAssembly(folder)
    const resolve = resolverOf(assembly, 'quad')
    return { assembly, resolve, granted: assembly.stacks.flatMap((stack) => grantedIn(stack, resolve)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
