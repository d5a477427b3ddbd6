-- What foreign keys between home tables and tenant tables delete today, the statements of this version delete themselves, so
-- that the next version can drop those keys.

-- The rest of a workspace that is erased.
GRANT DELETE ON single_sign_on TO skucast_system;

-- Owners and admins may remove a domain of the workspace, and with it the single sign-on for the domain.
DROP POLICY actor_deletes ON single_sign_on_domains;
CREATE POLICY actor_deletes ON single_sign_on_domains AS RESTRICTIVE FOR DELETE TO skucast_app USING ((SELECT actor_manages()));
