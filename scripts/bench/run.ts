/** `npm run bench`, or `npm run bench -- AREA …`: runs each area's bench in turn and prints its tables in Markdown. */
import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../processes'

/** Every area is a file beside this one that can be run by itself and ends with an exit code other than 0 when it does not hold. */
const areas = ['site', 'booking', 'admin', 'embedded', 'query-plans']

const wanted = process.argv.slice(2)
const unknown = wanted.filter((area) => !areas.includes(area))
if (unknown.length > 0) {
  console.error(`No bench called ${unknown.join(', ')}. There are: ${areas.join(', ')}.`)
  process.exit(1)
}

console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
)
let failed = 0
for (const area of wanted.length > 0 ? wanted : areas) {
  console.log(`\n## ${area}`)
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, `${area}.ts`)],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) failed++
}
process.exit(failed)
