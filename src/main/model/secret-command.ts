/** What a person says in a terminal to store a secret. Pure. */

/** In the folder that asks for it: what stands in another one is not found there. Undefined: the usual one. */
export function sayStoreSecret(name: string, dataFolder: string | undefined): string {
  const command = `countersign secret set ${name}`
  if (dataFolder === undefined) return command
  return `${command} --data ${/^[\w@%+=:,./\\-]+$/.test(dataFolder) ? dataFolder : `"${dataFolder}"`}`
}
