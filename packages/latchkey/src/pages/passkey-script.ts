/**
 * The script of the sign-in page: asks the browser for a passkey, and sends its answer with the form.
 *
 * It knows nothing but what the form's attributes say, so that its hash, by which the page's policy allows it, is always the same. No double
 * quotes, ampersands or angle brackets that open in here: the text stands in the page as it is.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-api
 */
export const passkeyScript = `
'use strict';
(() => {
  const forms = document.querySelectorAll('form[data-passkey]');
  const api = window.PublicKeyCredential;
  const isSupported = typeof api?.parseRequestOptionsFromJSON === 'function';
  /* A challenge lives for five minutes. */
  const OFFER_LIFETIME = 4 * 60 * 1000;
  let offered = new AbortController();
  let renewal;

  for (const form of forms) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      run(form);
    });
  }
  offer();

  /* The ceremony that the person asked for. The browser can do one at a time. */
  async function run(form) {
    if (form.ariaBusy) return;
    withdraw();
    say(form, '');
    if (!isSupported) return say(form, form.dataset.unsupported);
    form.ariaBusy = 'true';
    try {
      const { action, options } = await ask(form, form.dataset.action);
      const credential = action === 'register'
        ? await navigator.credentials.create({ publicKey: api.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: api.parseRequestOptionsFromJSON(options) });
      send(form, action, credential);
    } catch (error) {
      say(form, form.dataset[reasonOf(error)]);
      offer();
    }
    form.ariaBusy = null;
  }

  /* Lets the browser offer passkeys in a field of the form. Whether it does is its own affair. */
  async function offer() {
    const form = document.querySelector('form[data-conditional]');
    if (!form) return;
    withdraw();
    const { signal } = offered;
    try {
      if (!isSupported) return;
      if (!(await api.isConditionalMediationAvailable?.())) return;
      const { action, options } = await ask(form, 'authenticate', signal);
      renewal = setTimeout(offer, OFFER_LIFETIME);
      const publicKey = api.parseRequestOptionsFromJSON(options);
      send(form, action, await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }));
    } catch {}
  }

  function withdraw() {
    clearTimeout(renewal);
    offered.abort();
    offered = new AbortController();
  }

  /* The challenge, and which ceremony it is for. An offer is for whoever is there, so it names nobody. */
  async function ask(form, action, signal) {
    const query = new URLSearchParams();
    if (!signal) for (const field of form.querySelectorAll('[data-form-field]')) query.set(field.name, field.value);
    if (action) query.set('action', action);
    const response = await fetch(form.dataset.passkey + '?' + query, { headers: { accept: 'application/json' }, signal });
    if (response.ok) return response.json();
    throw new DOMException('', response.status === 400 ? 'refused' : 'failed');
  }

  function send(form, action, credential) {
    fill(form, 'action', action);
    fill(form, 'data', JSON.stringify(credential));
    HTMLFormElement.prototype.submit.call(form);
  }

  function fill(form, name, value) {
    const field = form.querySelector('input[type=hidden][name=' + name + ']') ?? document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }

  function reasonOf({ name }) {
    if (name === 'NotAllowedError') return 'cancelled';
    if (name === 'InvalidStateError') return 'alreadyRegistered';
    return name === 'refused' ? 'refused' : 'failed';
  }

  function say(form, text) {
    form.querySelector('[role=alert]').textContent = text;
  }
})();
`
