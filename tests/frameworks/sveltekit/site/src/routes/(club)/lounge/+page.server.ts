export const load = () => ({ club: true })
