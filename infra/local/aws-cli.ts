import { execFile } from 'node:child_process'
import { codeOf, messageOf, problem } from './problem.ts'

/** Runs the AWS CLI, which the runbook requires anyway, and returns its standard output. Rejects with its message. */
export type AwsCli = (args: readonly string[]) => Promise<string>

const maxBytes = 256 * 1024 * 1024

/** The AWS CLI of the machine, with the credentials and region of the environment. */
export const awsCli: AwsCli = (args) =>
  new Promise((resolve, reject) => {
    execFile('aws', args, { encoding: 'utf8', maxBuffer: maxBytes }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      if (codeOf(error) === 'ENOENT') return reject(problem('Install the AWS CLI 2.13 or newer first.'))
      reject(problem(`aws ${args.slice(0, 2).join(' ')}: ${stderr.trim() || messageOf(error)}`))
    })
  })

type Output = { readonly OutputKey: string; readonly OutputValue: string }

/** The outputs of one stack of a stage. Rejects when the stack does not exist. */
export const stackOutputs = async (
  aws: AwsCli,
  stage: string,
  stack: string,
): Promise<ReadonlyMap<string, string>> => {
  const name = `quad-${stage}-${stack}`
  const text = await aws(['cloudformation', 'describe-stacks', '--stack-name', name, '--output', 'json'])
  const { Stacks } = JSON.parse(text) as {
    readonly Stacks: readonly { readonly Outputs?: readonly Output[] }[]
  }
  return new Map((Stacks[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]))
}

/** One output of a stack. Throws a problem that says how to get it. */
export const requireOutput = (outputs: ReadonlyMap<string, string>, name: string, stage: string): string => {
  const value = outputs.get(name)
  if (value !== undefined) return value
  throw problem(`The stacks of stage ${stage} have no output ${name}: deploy this version first.`)
}
