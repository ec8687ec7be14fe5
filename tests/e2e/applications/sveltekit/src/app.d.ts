/// <reference types="latchkey/sveltekit/ambient" />
