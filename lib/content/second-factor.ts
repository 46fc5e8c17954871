import { site } from './studio'

const settings = `${site.url}/admin/settings`

export function removedForYou(by: string) {
  return {
    subject: 'Your code was removed',
    text: `${by} has removed the code from your phone for the admin of ${site.url}, and you are signed out everywhere.

Until you add another one, your password alone opens the admin: sign in, and add it here:
${settings}

If you did not ask for it, ring them.
`,
  }
}

export function removedByYou(from: string) {
  return {
    subject: `You have removed the code of ${from}`,
    text: `You have removed the code from the phone of ${from} for the admin of ${site.url}. They are signed out everywhere.

If it was not you, somebody else is signed in as you: change your password now, here:
${settings}
`,
  }
}
