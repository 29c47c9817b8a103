import { parseArgs } from 'node:util'
import { awsCli } from '../aws-cli.ts'
import { messageOf, problem, runProgram } from '../problem.ts'
import { movedAliases, redeployValue } from './aliases.ts'

const usage = 'Usage: npm run aliases -- --stage <stage>'

const stageIn = (words: readonly string[]): string => {
  try {
    const { stage } = parseArgs({ args: [...words], options: { stage: { type: 'string' } } }).values
    if (stage !== undefined) return stage
  } catch (error) {
    throw problem(`${messageOf(error)}\n${usage}`)
  }
  throw problem(usage)
}

await runProgram(async () => {
  const stage = stageIn(process.argv.slice(2))
  const moved = await movedAliases(awsCli, stage)
  for (const { domain, live, deployed } of moved)
    console.log(`${domain}  live is at ${live}, the template says ${deployed}`)
  console.log(`${moved.length} aliases differ from the template.`)
  if (moved.length > 0)
    console.log(
      `To deploy them with the next release: npx cdk deploy quad-${stage}-api -c stage=${stage} -c rollout=at-once -c redeploy=${redeployValue(moved)}`,
    )
  return true
})
