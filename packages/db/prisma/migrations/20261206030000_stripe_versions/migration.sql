-- stripe_agentic has a new version, which names two columns otherwise and has stricter limits. Channels that follow the
-- newest version keep the one that their rules, feeds and overrides were written for, until a member chooses the new one.
GRANT UPDATE (profile) ON channels TO skucast_system;
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;
UPDATE channels SET profile = 'stripe_agentic@2026-05' WHERE profile = 'stripe_agentic';
RESET ROLE;
SET LOCAL row_security = off;
REVOKE UPDATE (profile) ON channels FROM skucast_system;
