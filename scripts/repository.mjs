/** The owner of the repository: a placeholder until the project has a home. */
export const OWNER = 'latchkey-auth'

/** The repository, in which the documentation links source code. */
export const REPOSITORY = `https://github.com/${OWNER}/latchkey`

/** The home page of the project. */
export const HOMEPAGE = `${REPOSITORY}#readme`
