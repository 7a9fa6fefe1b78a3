-- The seeded number did not keep to the product's own phone rule.
update configuration set value = '"+2348000626455"' where key = 'support_phone' and value = '"+2342013300000"';
