// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/what_if_notice.h"

#include "ui/document/document.h"
#include "ui/widgets/look.h"
#include "ui/widgets/what_if_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace bubblescope::ui {

WhatIfNotice::WhatIfNotice(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_label(new QLabel(this))
    , m_reset(new QPushButton(tr("Reset"), this))
{
    setObjectName(QStringLiteral("what-if-notice"));
    m_label->setTextFormat(Qt::PlainText);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_reset->setProperty("link", true);
    m_reset->setToolTip(tr("Restore the times of the cost model"));
    m_reset->setAccessibleName(tr("Reset what if"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 3, 12, 4);
    layout->setSpacing(12);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_reset);
    connect(m_reset, &QPushButton::clicked, this, [this] { m_document.setWhatIf({}); });
    connect(&m_document, &Document::whatIfChanged, this, &WhatIfNotice::follow);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
    follow();
}

void WhatIfNotice::follow()
{
    const QString factors = whatIfText(m_document.whatIf());
    m_text = factors.isEmpty() ? QString() : tr("What if: %1", "factors").arg(factors);
    m_label->setToolTip(m_text);
    m_label->setAccessibleName(m_text);
    fitText();
    setVisible(!m_text.isEmpty() && !m_isNeedless);
}

void WhatIfNotice::setNeedless(bool needless)
{
    m_isNeedless = needless;
    follow();
}

void WhatIfNotice::fitText()
{
    m_label->setText(m_label->fontMetrics().elidedText(m_text, Qt::ElideRight, m_label->width()));
}

QString WhatIfNotice::text() const
{
    return isHidden() ? QString() : m_text;
}

void WhatIfNotice::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), c.accentSoft);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

void WhatIfNotice::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitText();
}

} // namespace bubblescope::ui
