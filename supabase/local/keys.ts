/** Two API keys, and the ES256 key that signs the tokens of users. */
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { StartError } from './data-folder'

/** `signingKey` is a private JWK that has `kid` and `alg`. */
export interface Keys {
  publishableKey: string
  secretKey: string
  signingKey: JWK
}

/** Creates `keys.json` (mode 0600) if it is missing. Throws StartError if it is damaged. */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, 'keys.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return makeKeys(file)
  try {
    return JSON.parse(text) as Keys
  } catch {
    throw new StartError(
      `${file} is damaged. Delete it and start again: new keys are made and everybody signs in anew.`,
    )
  }
}

async function makeKeys(file: string): Promise<Keys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const keys: Keys = {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    signingKey: { ...(await exportJWK(privateKey)), alg: 'ES256', kid: crypto.randomUUID() },
  }
  await writeFile(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return keys
}
